int library_main(void);
int between(void);
int between(void) { return library_main(); }
