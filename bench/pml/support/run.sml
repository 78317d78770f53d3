structure Main = Driver (Program)
val () = Main.main ()
