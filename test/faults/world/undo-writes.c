/*
 * Loaded into PostgreSQL in a fault run (LD_PRELOAD): keeps what is needed to undo writes that were not synced, as a power cut does.
 * Each file under UNDO_OF has a journal in the folder UNDO_IN, named "<inode>-<time of birth in ns>", so that a new file with an old
 * inode has a new journal. A journal is a header and records; both are in the byte order of the machine:
 *
 *   header: base, end, synced   places in the endless sequence of records. The file begins with base; what is before synced is on the disk.
 *   record: offset, saved, written, size, and `saved` bytes   the file had `size` bytes, of which those from `offset` were as saved.
 *
 * Interposed is what PostgreSQL 18 imports to change or sync its files. Not noted: files written through stdio (statistics, caches of
 * the catalogue; recovery removes them), temporary files, O_TRUNC. Assumed: wal_sync_method = fdatasync, the default on Linux.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* Of each journal. What is behind it counts as synced: the system writes back of its own accord, too. */
#define MOST_BYTES (16u << 20)

struct header { uint64_t base, end, synced; };
struct record { uint64_t offset, saved, written, size; };
enum change { WRITES, CUTS, GROWS };

static const char *directory, *journals;

__attribute__((constructor)) static void begin(void) {
  const char *of = getenv("UNDO_OF"), *in = getenv("UNDO_IN");
  /* PostgreSQL writes the titles of its processes over its environment. */
  if (of && in) directory = strdup(of), journals = strdup(in);
}

/* A change that is not noted would be undone wrongly later. */
static void fail(const char *what) {
  dprintf(2, "undo-writes: %s: %s\n", what, strerror(errno));
  abort();
}

static void put(int journal, const void *bytes, size_t length, uint64_t at) {
  if (REAL(pwrite)(journal, bytes, length, at) != (ssize_t)length) fail("the journal cannot be written");
}

/* The journal of an open file, locked until it is closed; -1 where the file has none. */
static int journal_of(int fd, uint64_t *size, struct header *header) {
  if (!directory) return -1;
  struct statx now;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &now) != 0 || !S_ISREG(now.stx_mode) || now.stx_nlink == 0) return -1;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  size_t prefix = strlen(directory);
  if (length < 0) fail("a file has no path");
  path[length] = 0;
  if (strncmp(path, directory, prefix) != 0 || path[prefix] != '/' || strstr(path, "/pgsql_tmp")) return -1;
  if (!(now.stx_mask & STATX_BTIME)) fail("this file system keeps no times of birth");
  unsigned long long born = now.stx_btime.tv_sec * 1000000000ull + now.stx_btime.tv_nsec;
  snprintf(path, sizeof path, "%s/%llu-%llu", journals, (unsigned long long)now.stx_ino, born);
  int journal = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (journal < 0) fail(path);
  while (flock(journal, LOCK_EX) != 0) if (errno != EINTR) fail("no lock");
  *header = (struct header){0, 0, 0};
  ssize_t had = pread(journal, header, sizeof *header, 0);
  if (had != 0 && had != sizeof *header) fail("the journal cannot be read");
  /* As it is now, under the lock. */
  struct stat locked;
  if (fstat(fd, &locked) != 0) fail("no size");
  *size = locked.st_size;
  return journal;
}

static uint64_t place(const struct header *header, uint64_t at) { return sizeof *header + at - header->base; }

static void forget(int journal, struct header *header) {
  header->base = header->synced = header->end;
  put(journal, header, sizeof *header, 0);
  if (REAL(ftruncate)(journal, sizeof *header) != 0) fail("the journal cannot be cut");
}

/* Notes a change that is about to happen. The caller closes the journal after it, so that changes are noted in their order. */
static int note(int fd, enum change kind, uint64_t offset, uint64_t length) {
  int error = errno;
  struct header header;
  uint64_t size;
  int journal = journal_of(fd, &size, &header);
  if (journal < 0) return errno = error, -1;
  if (kind == WRITES && (fcntl(fd, F_GETFL) & O_APPEND)) offset = size;
  uint64_t end = kind == CUTS ? size : offset + length;
  struct record record = {offset, 0, end > offset ? end - offset : 0, size};
  if (kind != GROWS && offset < size) record.saved = (end < size ? end : size) - offset;
  uint64_t bytes = sizeof record + record.saved;
  if (bytes > MOST_BYTES || header.end - header.base + bytes > MOST_BYTES) forget(journal, &header);
  if (bytes <= MOST_BYTES) {
    put(journal, &record, sizeof record, place(&header, header.end));
    /* The file may be open for writing only. */
    char path[64], buffer[65536];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int old = record.saved ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    for (uint64_t done = 0; done < record.saved;) {
      size_t most = record.saved - done < sizeof buffer ? record.saved - done : sizeof buffer;
      ssize_t had = pread(old, buffer, most, offset + done);
      if (had <= 0) fail("a file cannot be read");
      put(journal, buffer, had, place(&header, header.end) + sizeof record + done);
      done += had;
    }
    if (old >= 0) close(old);
    /* Only now it counts: a process may be killed on the way. */
    header.end += bytes;
    put(journal, &header, sizeof header, 0);
  }
  errno = error;
  return journal;
}

static void noted(int journal) {
  int error = errno;
  if (journal >= 0) close(journal);
  errno = error;
}

#define CHANGE(type, call, ...) \
  int journal = note(__VA_ARGS__); \
  type result = call; \
  noted(journal); \
  return result

static size_t total(const struct iovec *parts, int count) {
  size_t bytes = 0;
  for (int at = 0; at < count; at++) bytes += parts[at].iov_len;
  return bytes;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  off_t offset = lseek(fd, 0, SEEK_CUR);
  if (offset < 0) return REAL(write)(fd, bytes, length);
  CHANGE(ssize_t, REAL(write)(fd, bytes, length), fd, WRITES, offset, length);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  CHANGE(ssize_t, REAL(pwrite)(fd, bytes, length, offset), fd, WRITES, offset, length);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  CHANGE(ssize_t, REAL(pwritev)(fd, parts, count, offset), fd, WRITES, offset, total(parts, count));
}
int ftruncate(int fd, off_t length) { CHANGE(int, REAL(ftruncate)(fd, length), fd, CUTS, length, 0); }
int posix_fallocate(int fd, off_t offset, off_t length) {
  CHANGE(int, REAL(posix_fallocate)(fd, offset, length), fd, GROWS, offset, length);
}
int truncate(const char *path, off_t length) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  int result = ftruncate(fd, length);
  noted(fd);
  return result;
}

static int synced(int fd, int (*real)(int)) {
  int error = errno;
  struct header header;
  uint64_t size;
  int journal = journal_of(fd, &size, &header);
  noted(journal);
  uint64_t until = header.end;
  errno = error;
  int result = real(fd);
  if (result != 0 || journal < 0) return result;
  /* What was written meanwhile may not be on the disk. */
  journal = journal_of(fd, &size, &header);
  if (journal < 0) return result;
  if (until > header.synced) header.synced = until;
  if (header.synced == header.end) forget(journal, &header);
  else put(journal, &header, sizeof header, 0);
  noted(journal);
  return result;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }
