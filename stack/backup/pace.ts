/** The most MiB of the database that are read a second unless told otherwise: other work on the machine must keep most of its speed. */
export const MIB_PER_SECOND = 32;

/** The process's priority, below everything that serves: a backup may take longer. */
export const NICE = 10;
