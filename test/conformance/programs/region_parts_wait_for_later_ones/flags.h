void wait_for(int *flag);
void set(int *flag);
