void wait_for(int *flag);
