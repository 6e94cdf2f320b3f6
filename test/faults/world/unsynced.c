/*
 * Loaded into a server of a fault run (LD_PRELOAD): notes how long each file was when it was last written to the disk, as
 * lines "<bytes> <path>" of the file that UNSYNCED_NOTES names. What is behind that a power cut may take.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int notes = -1;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("UNSYNCED_NOTES");
  if (file) notes = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int synced(int fd, const char *name) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  struct stat before;
  int known = fstat(fd, &before);
  int result = real(fd);
  if (result != 0 || known != 0 || notes < 0 || !S_ISREG(before.st_mode)) return result;
  char link[64], path[PATH_MAX], line[PATH_MAX + 32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return result;
  path[length] = 0;
  int bytes = snprintf(line, sizeof line, "%lld %s\n", (long long)before.st_size, path);
  if (write(notes, line, bytes) != bytes) notes = -1;
  return result;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }
