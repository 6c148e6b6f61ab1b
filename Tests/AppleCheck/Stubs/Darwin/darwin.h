// What Apple's C headers declare and the library modules use. Read by the compiler's own importer of C, so that what
// Swift cannot import (a variadic function) is refused as it is on a Mac. Where a header lacks what says whether a
// pointer may be null, this one lacks it, too.
#ifndef APPLE_CHECK_DARWIN_H
#define APPLE_CHECK_DARWIN_H

// sys/types.h, stdint.h
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef int64_t off_t;
typedef uint16_t mode_t;
typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t dev_t;
typedef uint16_t nlink_t;
typedef uint64_t ino_t;
typedef int32_t blksize_t;
typedef int64_t blkcnt_t;
typedef long time_t;

// errno.h, whose macro `errno` is declared by the Swift side.
int *__error(void);
#define ENOENT 2
#define ENXIO 6
#define EINTR 4
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOSPC 28
#define EROFS 30
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define EDQUOT 69

// sys/fcntl.h: `open` and `fcntl` are declared once more by the Swift side, the others are not.
#define AT_FDCWD -2
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_SETLK 8
#define F_FULLFSYNC 51
#define F_GETPROTECTIONCLASS 63
#define F_SETPROTECTIONCLASS 64
#define F_BARRIERFSYNC 85
#define FD_CLOEXEC 1
#define F_RDLCK 1
#define F_UNLCK 2
#define F_WRLCK 3
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
struct flock {
    off_t l_start;
    off_t l_len;
    pid_t l_pid;
    short l_type;
    short l_whence;
};
int open(const char *, int, ...);
int openat(int, const char *, int, ...);
int open_dprotected_np(const char *, int, int, int, ...);
int openat_dprotected_np(int, const char *, int, int, int, ...);
int fcntl(int, int, ...);
int flock(int, int);

// time.h
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
// In Swift the clocks have the names that are macros in C.
typedef enum {
    _CLOCK_REALTIME __attribute__((swift_name("CLOCK_REALTIME"))) = 0,
    _CLOCK_MONOTONIC __attribute__((swift_name("CLOCK_MONOTONIC"))) = 6,
    _CLOCK_THREAD_CPUTIME_ID __attribute__((swift_name("CLOCK_THREAD_CPUTIME_ID"))) = 16,
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);

// sys/stat.h
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec;
    struct timespec st_mtimespec;
    struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags;
    uint32_t st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int mkdir(const char *, mode_t);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);

// sys/socket.h, sys/un.h
typedef uint8_t sa_family_t;
typedef uint32_t socklen_t;
struct sockaddr {
    uint8_t sa_len;
    sa_family_t sa_family;
    char sa_data[14];
};
struct sockaddr_un {
    unsigned char sun_len;
    sa_family_t sun_family;
    char sun_path[104];
};
#define SOCK_STREAM 1
#define AF_UNIX 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
#define SHUT_RDWR 2
int accept(int, struct sockaddr *restrict, socklen_t *restrict);
int bind(int, const struct sockaddr *, socklen_t);
int connect(int, const struct sockaddr *, socklen_t);
int listen(int, int);
ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
int socket(int, int, int);
int getpeereid(int, uid_t *, gid_t *);

// sys/poll.h
struct pollfd {
    int fd;
    short events;
    short revents;
};
typedef unsigned int nfds_t;
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define POLLNVAL 0x0020
int poll(struct pollfd *, nfds_t, int);

// sys/sysctl.h
int sysctlbyname(const char *, void *, size_t *, void *, size_t);

// unistd.h
int close(int);
int fsync(int);
int ftruncate(int, off_t);
#define SEEK_SET 0
#define SEEK_HOLE 3
#define SEEK_DATA 4
off_t lseek(int, off_t, int);
uid_t geteuid(void);
int pipe(int[2]);
int rmdir(const char *);
int unlink(const char *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);

// stdio.h, of whose FILE only the beginning is needed
typedef struct __sFILE {
    unsigned char *_p;
    int _r;
    int _w;
    short _flags;
    short _file;
} FILE;
FILE *fopen(const char *restrict, const char *restrict);
int fclose(FILE *);
int ferror(FILE *);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);

// string.h
int memcmp(const void *, const void *, size_t);
void *memcpy(void *restrict, const void *restrict, size_t);
char *strerror(int);

// dirent.h
struct dirent {
    uint64_t d_ino;
    uint64_t d_seekoff;
    uint16_t d_reclen;
    uint16_t d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
typedef struct {
    int __dd_fd;
    long __dd_loc;
    long __dd_size;
    char *__dd_buf;
    int __dd_len;
    long __dd_seek;
} DIR;
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// pthread.h and os/lock.h say that none of their pointers is null.
_Pragma("clang assume_nonnull begin")
struct _opaque_pthread_t {
    long __sig;
};
typedef struct _opaque_pthread_t *pthread_t;
pthread_t pthread_self(void);
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t);
_Bool os_unfair_lock_trylock(os_unfair_lock_t);
void os_unfair_lock_unlock(os_unfair_lock_t);
_Pragma("clang assume_nonnull end")

#endif
