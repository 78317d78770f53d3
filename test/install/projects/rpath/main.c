int between(void);
int main(void) { return between(); }
