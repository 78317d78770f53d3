void start_timer(int timer);
void stop_timer(int timer);
double seconds_of(int timer);
void wait_by_way_of_others(int *flag);
int is_set(int *flag);
void set(int *flag);
