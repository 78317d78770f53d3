// What between_calls.c does not see.
static int factor;
int factor_elsewhere(void);
int factor_elsewhere(void) { return factor; }
void set_elsewhere(int value);
void set_elsewhere(int value) { factor = value; }
