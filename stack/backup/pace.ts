/** Default for the most MiB of the database that are read per second, so that other work on the machine keeps most of its speed. */
export const MIB_PER_SECOND = 32;

/** Priority of the process, below all services, since a backup may take longer. */
export const NICE = 10;
