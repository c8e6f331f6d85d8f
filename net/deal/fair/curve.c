/* Sums of many products of points of secp256k1, which is what the check of a proof mostly computes.

   ONLY FOR WHAT EVERYBODY MAY KNOW. The time that this takes, and the memory that it reads, depend on the numbers and points.
   Whatever touches a secret (own keys, own shares, an own shuffle and its proof) is left to libsecp256k1: see public_sums in
   net/deal/fair/group.py, the only caller. The weights of a check are the exception: nobody else should know them before the
   check is made, but libsecp256k1 takes no constant time for products of points either.

   A sum of products is computed by interleaving (Moeller, "Algorithms for Multi-exponentiation", 2001): every number is written
   in digits of its width-5 NAF, the digits of all numbers at one place select multiples from the tables of their points, these
   multiples are added up, and Horner's rule puts the places together, with one row of doublings for the whole sum. Each number
   is first split into two of half the length (Gallant, Lambert and Vanstone, "Faster Point Multiplication on Elliptic Curves
   with Efficient Endomorphisms", 2001), which halves that row.

   Nearly all additions are made in affine coordinates, many side by side, which share one inversion (Montgomery, "Speeding the
   Pollard and Elliptic Curve Methods of Factorization", 1987, section 10.3.1). An addition then takes six multiplications.

   Points come from peers, who choose them as they like: equal points, opposite ones and sums at infinity are ordinary cases. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__) && !defined(PLAIN) /* tests compile the plain way as well */
#define WITH_CARRIES
#include <immintrin.h> /* GCC makes little of carries without it */
#endif

#ifndef __SIZEOF_INT128__
#error "This takes a compiler with integers of 128 bits: GCC or Clang."
#endif

typedef uint64_t u64;
typedef unsigned __int128 u128;

/* ---- The field: integers modulo p = 2^256 - LESS (SEC 2, section 2.4.1) -------------------------------------------------- */

#define LESS 0x1000003D1ull

/* A number in four words of 64 bits, the lowest first. Any number below 2^256 stands for its remainder modulo p, so a remainder
   below LESS has two forms; only `is_zero` and `reduced` care which. */
typedef struct { u64 n[4]; } Field;

static const Field P = {{0xFFFFFFFEFFFFFC2F, ~0ull, ~0ull, ~0ull}};
static const Field ONE = {{1, 0, 0, 0}};

/* BETA * x is the x coordinate of LAMBDA times a point: a cube root of 1 modulo p, and one modulo the order. */
static const Field BETA = {{0xC1396C28719501EE, 0x9CF0497512F58995, 0x6E64479EAC3434E9, 0x7AE96A2B657C0710}};

/* a + b + carry, and what is carried from that. */
static inline u64 plus_carry(u64 a, u64 b, unsigned char *carry) {
#ifdef WITH_CARRIES
    unsigned long long made;
    *carry = _addcarry_u64(*carry, a, b, &made);
    return made;
#else
    u128 made = (u128)a + b + *carry;
    *carry = (unsigned char)(made >> 64);
    return (u64)made;
#endif
}

/* a - b - borrow, and what is borrowed for that. */
static inline u64 minus_borrow(u64 a, u64 b, unsigned char *borrow) {
#ifdef WITH_CARRIES
    unsigned long long made;
    *borrow = _subborrow_u64(*borrow, a, b, &made);
    return made;
#else
    u128 made = (u128)a - b - *borrow;
    *borrow = (unsigned char)(made >> 64) & 1;
    return (u64)made;
#endif
}

/* a + b modulo 2^256. */
static inline Field plain_sum(Field a, Field b, unsigned char *carry) {
    Field r;
    *carry = 0;
    r.n[0] = plus_carry(a.n[0], b.n[0], carry);
    r.n[1] = plus_carry(a.n[1], b.n[1], carry);
    r.n[2] = plus_carry(a.n[2], b.n[2], carry);
    r.n[3] = plus_carry(a.n[3], b.n[3], carry);
    return r;
}

/* a - b modulo 2^256. */
static inline Field plain_difference(Field a, Field b, unsigned char *borrow) {
    Field r;
    *borrow = 0;
    r.n[0] = minus_borrow(a.n[0], b.n[0], borrow);
    r.n[1] = minus_borrow(a.n[1], b.n[1], borrow);
    r.n[2] = minus_borrow(a.n[2], b.n[2], borrow);
    r.n[3] = minus_borrow(a.n[3], b.n[3], borrow);
    return r;
}

/* A carry out of 2^256 counts LESS, and so does a borrow. After a second carry the number is small, and after a second borrow
   it is nearly 2^256: then LESS fits into the lowest word without a further carry or borrow. */

static inline Field add(Field a, Field b) {
    unsigned char carry;
    Field r = plain_sum(a, b, &carry);
    r = plain_sum(r, (Field){{-(u64)carry & LESS}}, &carry);
    if (carry)
        r.n[0] += LESS;
    return r;
}

static inline Field sub(Field a, Field b) {
    unsigned char borrow;
    Field r = plain_difference(a, b, &borrow);
    r = plain_difference(r, (Field){{-(u64)borrow & LESS}}, &borrow);
    if (borrow)
        r.n[0] -= LESS;
    return r;
}

/* A number of eight words modulo p: the upper half counts LESS times. */
static inline Field folded(const u64 w[8]) {
    Field r;
    u64 over = 0;
    unsigned char carry;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        u128 t = (u128)w[i + 4] * LESS + w[i] + over;
        r.n[i] = (u64)t;
        over = (u64)(t >> 64);
    }
    u128 low = (u128)over * LESS; /* below 2^68 */
    r = plain_sum(r, (Field){{(u64)low, (u64)(low >> 64)}}, &carry);
    if (carry) { /* what is left is below 2^68 */
        carry = 0;
        r.n[0] = plus_carry(r.n[0], LESS, &carry);
        r.n[1] += carry;
    }
    return r;
}

static inline Field mul(Field a, Field b) {
    u64 w[8] = {0};
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        u64 over = 0;
#pragma GCC unroll 4
        for (int j = 0; j < 4; j++) {
            u128 t = (u128)a.n[i] * b.n[j] + w[i + j] + over;
            w[i + j] = (u64)t;
            over = (u64)(t >> 64);
        }
        w[i + 4] = over;
    }
    return folded(w);
}

static inline Field sqr(Field a) { return mul(a, a); }

static inline Field negated(Field a) { return sub((Field){{0}}, a); }

/* The form below p. */
static Field reduced(Field a) {
    unsigned char carry;
    Field more = plain_sum(a, (Field){{LESS}}, &carry);
    return carry ? more : a;
}

static inline int is_zero(Field a) {
    return !(a.n[0] | a.n[1] | a.n[2] | a.n[3]) || !memcmp(&a, &P, sizeof a);
}

/* 1 / a = a^(p - 2) (Fermat). The bits of p - 2 are 223 ones, a zero, 22 ones and 0000101101. */
static Field inverse(Field a) {
    Field ones[8], power = ONE; /* ones[k] is a to the power of 2^(2^k) - 1 */
    ones[0] = a;
    for (int k = 1; k < 8; k++) {
        ones[k] = ones[k - 1];
        for (int i = 0; i < 1 << (k - 1); i++)
            ones[k] = sqr(ones[k]);
        ones[k] = mul(ones[k], ones[k - 1]);
    }
    static const int row[] = {7, 6, 4, 3, 2, 1, 0, -1, 4, 2, 1, -1, -1, -1, -1, 0, -1, 1, -1, 0}; /* 2^k ones; -1 is a zero */
    for (size_t at = 0; at < sizeof row / sizeof *row; at++) {
        for (int i = 0; i < (row[at] < 0 ? 1 : 1 << row[at]); i++)
            power = sqr(power);
        if (row[at] >= 0)
            power = mul(power, ones[row[at]]);
    }
    return power;
}

/* The inverses of many numbers, none of them zero, in their places; `room` is for as many. */
static void invert_all(Field *numbers, Field *room, size_t count) {
    Field product = ONE;
    for (size_t i = 0; i < count; i++) {
        room[i] = product;
        product = mul(product, numbers[i]);
    }
    product = inverse(product);
    for (size_t i = count; i-- > 0;) {
        Field inverted = mul(product, room[i]);
        product = mul(product, numbers[i]);
        numbers[i] = inverted;
    }
}

/* ---- Points -------------------------------------------------------------------------------------------------------------- */

/* A point in affine coordinates. (0, 0), which is not on the curve, stands for infinity. */
typedef struct { Field x, y; } Point;

static int on_curve(const Point *point) {
    return is_zero(sub(sqr(point->y), add(mul(sqr(point->x), point->x), (Field){{7}})));
}

/* The third point of the line with this slope through `one` and a point at x, mirrored: the sum of the two. */
static inline Point across(const Point *one, Field x, Field slope) {
    Point sum;
    sum.x = sub(sub(sqr(slope), one->x), x);
    sum.y = sub(mul(slope, sub(one->x, sum.x)), one->y);
    return sum;
}

static inline Field thrice(Field a) { return add(add(a, a), a); }

/* A point (X / Z^2, Y / Z^3); infinity if Z is 0. */
typedef struct { Field x, y, z; } Jacobian;

/* EFD, shortw/jacobian-0: dbl-2009-l */
static Jacobian doubled(const Jacobian *p) {
    Jacobian r;
    Field a = sqr(p->x), b = sqr(p->y), c = sqr(b);
    Field d = sub(sub(sqr(add(p->x, b)), a), c), e = thrice(a);
    d = add(d, d);
    r.x = sub(sqr(e), add(d, d));
    c = add(c, c);
    c = add(c, c);
    r.y = sub(mul(e, sub(d, r.x)), add(c, c));
    r.z = mul(p->y, p->z);
    r.z = add(r.z, r.z);
    return r;
}

/* EFD, shortw/jacobian-0: madd-2007-bl, and the cases that it leaves out. `q` is not infinity. */
static Jacobian plus(const Jacobian *p, const Point *q) {
    if (is_zero(p->z))
        return (Jacobian){q->x, q->y, ONE};
    Jacobian r;
    Field zz = sqr(p->z), h = sub(mul(q->x, zz), p->x), s = sub(mul(mul(q->y, p->z), zz), p->y);
    if (is_zero(h))
        return is_zero(s) ? doubled(p) : (Jacobian){ONE, ONE, {{0}}};
    Field hh = sqr(h), i = add(add(hh, hh), add(hh, hh)), j = mul(h, i), v = mul(p->x, i), yj = mul(p->y, j);
    s = add(s, s);
    r.x = sub(sub(sqr(s), j), add(v, v));
    r.y = sub(mul(s, sub(v, r.x)), add(yj, yj));
    r.z = sub(sub(sqr(add(p->z, h)), zz), hh);
    return r;
}

/* ---- Numbers ------------------------------------------------------------------------------------------------------------- */

#define WIDTH 5
#define MULTIPLES (1 << (WIDTH - 2)) /* 1, 3, 5 ... 15 times a point */
#define PLACES 129                   /* where a half of a number, below 2^128 in size, may have digits */
#define DIGITS 26                    /* that it has at most */

static const u64 ORDER[4] = {0xBFD25E8CD0364141, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, 0xFFFFFFFFFFFFFFFF};

/* Two short vectors (a, b) with a + b * LAMBDA = 0 modulo the order are (A1, -B1) and (A2, A1). G1 and G2 are A1 and B1 times
   2^384 over the order, rounded: with them a number is divided by the vectors without a division. These are the numbers of
   libsecp256k1, whose scalar_impl.h proves that both halves are below 2^128 in size. */
static const u64 A1[2] = {0xE86C90E49284EB15, 0x3086D221A7D46BCD};
static const u64 B1[2] = {0x6F547FA90ABFE4C3, 0xE4437ED6010E8828};
static const u64 A2[3] = {0x57C1108D9D44CFD8, 0x14CA50F7A8E2F3F6, 1};
static const u64 G1[4] = {0xE893209A45DBB031, 0x3DAA8A1471E8CA7F, 0xE86C90E49284EB15, 0x3086D221A7D46BCD};
static const u64 G2[4] = {0x1571B4AE8AC47F71, 0x221208AC9DF506C6, 0x6F547FA90ABFE4C4, 0xE4437ED6010E8828};

/* number * g / 2^384, rounded. */
static void divided(u64 quotient[2], const u64 number[4], const u64 g[4]) {
    u64 w[8] = {0};
    for (int i = 0; i < 4; i++) {
        u64 carry = 0;
        for (int j = 0; j < 4; j++) {
            u128 t = (u128)number[i] * g[j] + w[i + j] + carry;
            w[i + j] = (u64)t;
            carry = (u64)(t >> 64);
        }
        w[i + 4] = carry;
    }
    u128 t = (u128)w[6] + (w[5] >> 63);
    quotient[0] = (u64)t;
    quotient[1] = w[7] + (u64)(t >> 64);
}

/* Take factor * vector from a number of three words, modulo 2^192. */
static void take(u64 number[3], const u64 factor[2], const u64 *vector, int words) {
    for (int i = 0; i < 2; i++) {
        u64 carry = 0, borrow = 0;
        for (int j = 0; i + j < 3; j++) {
            u128 t = (u128)factor[i] * (j < words ? vector[j] : 0) + carry;
            carry = (u64)(t >> 64);
            t = (u128)number[i + j] - (u64)t - borrow;
            number[i + j] = (u64)t;
            borrow = (u64)(t >> 64) & 1;
        }
    }
}

static void negate(u64 number[3]) {
    u64 carry = 1;
    for (int i = 0; i < 3; i++) {
        number[i] = ~number[i] + carry;
        carry = carry && !number[i];
    }
}

/* One digit of a number: an odd multiple of a point, or of LAMBDA times that point, to be added at a place of a sum. */
typedef struct {
    uint32_t point;
    uint32_t group; /* the sum and the place: sum * PLACES + place */
    int8_t digit;   /* from -15 to 15, odd */
    uint8_t turned; /* whether it counts for LAMBDA times the point */
} Digit;

/* The width-5 NAF of a number of three words, two's complement. Returns the number of digits. */
static size_t written(Digit *digits, const u64 signed_number[3], Digit like) {
    u64 number[4] = {signed_number[0], signed_number[1], signed_number[2], 0};
    int sign = 1, carry = 0;
    size_t count = 0;
    if (number[2] >> 63) {
        negate(number);
        sign = -1;
    }
    for (int at = 0; at < PLACES;) {
        u64 bits = number[at / 64] >> at % 64;
        if (at % 64)
            bits |= number[at / 64 + 1] << (64 - at % 64);
        u64 skipped = carry ? ~bits : bits; /* bits that are like the carry make no digit */
        if (!skipped) {
            at += 64;
            continue;
        }
        int zeros = __builtin_ctzll(skipped);
        at += zeros;
        if (zeros > 64 - WIDTH || at >= PLACES)
            continue; /* the digit is not all here, or there is none */
        int digit = (int)(bits >> zeros & ((1 << WIDTH) - 1)) + carry;
        carry = digit >> (WIDTH - 1);
        digits[count] = like;
        digits[count].group += (uint32_t)at;
        digits[count++].digit = (int8_t)(sign * (digit - (carry << WIDTH)));
        at += WIDTH;
    }
    return count;
}

/* The digits of both halves of a number below the order. Returns how many there are. */
static size_t split(Digit *digits, const u64 number[4], uint32_t point, uint32_t group) {
    /* number - q1 * (A1, -B1) - q2 * (A2, A1) is short for these q1 and q2. */
    u64 q1[2], q2[2], one[3] = {number[0], number[1], number[2]}, other[3] = {0, 0, 0};
    divided(q1, number, G1);
    divided(q2, number, G2);
    take(one, q1, A1, 2);
    take(one, q2, A2, 3);
    take(other, q1, B1, 2);
    negate(other);
    take(other, q2, A1, 2);
    size_t count = written(digits, one, (Digit){point, group, 0, 0});
    return count + written(digits + count, other, (Digit){point, group, 0, 1});
}

/* ---- Sums ---------------------------------------------------------------------------------------------------------------- */

/* Add up each group of points: pairs of neighbours side by side, round by round, until no group has more than one point left.

   `points` holds the groups one after the other, and ends as one point for each group that has a sum; `counts` says how many
   points are in a group, and in the end 1, or 0 if the sum is infinity. There is room for half as many fields as points in
   `below`, and in `room`. */
static void add_up(Point *points, uint32_t *counts, size_t groups, Field *below, Field *room) {
    for (;;) {
        size_t pairs = 0;
        Point *at = points;
        for (size_t group = 0; group < groups; at += counts[group++])
            for (uint32_t i = 0; i + 1 < counts[group]; i += 2) {
                Field run = sub(at[i + 1].x, at[i].x);
                below[pairs++] = is_zero(run) ? add(at[i].y, at[i].y) : run; /* for opposite points, any will do but 0 */
            }
        if (!pairs)
            return;
        invert_all(below, room, pairs);
        Point *to = points;
        pairs = 0;
        at = points;
        for (size_t group = 0; group < groups; group++) {
            uint32_t count = counts[group];
            Point *begun = to;
            for (uint32_t i = 0; i + 1 < count; i += 2) {
                const Point one = at[i], other = at[i + 1];
                Field rise = sub(other.y, one.y);
                Field inverted = below[pairs++];
                if (is_zero(sub(other.x, one.x))) {
                    if (!is_zero(rise))
                        continue; /* opposite: nothing is left of them */
                    rise = thrice(sqr(one.x));
                }
                *to++ = across(&one, other.x, mul(rise, inverted));
            }
            if (count % 2)
                *to++ = at[count - 1];
            at += count;
            counts[group] = (uint32_t)(to - begun);
        }
    }
}

/* The odd multiples of points. No sum in between is infinity or a doubling, because the order is a prime above 16. `tables` has
   MULTIPLES places for each point, the first of which is the point itself. */
static void fill_tables(Point *tables, size_t count, Point *twice, Field *below, Field *room) {
    for (size_t i = 0; i < count; i++)
        below[i] = add(tables[i * MULTIPLES].y, tables[i * MULTIPLES].y);
    invert_all(below, room, count);
    for (size_t i = 0; i < count; i++) {
        const Point *point = &tables[i * MULTIPLES];
        twice[i] = across(point, point->x, mul(thrice(sqr(point->x)), below[i]));
    }
    for (int multiple = 1; multiple < MULTIPLES; multiple++) {
        for (size_t i = 0; i < count; i++)
            below[i] = sub(tables[i * MULTIPLES + multiple - 1].x, twice[i].x);
        invert_all(below, room, count);
        for (size_t i = 0; i < count; i++) {
            const Point *last = &tables[i * MULTIPLES + multiple - 1];
            tables[i * MULTIPLES + multiple] = across(last, twice[i].x, mul(sub(last->y, twice[i].y), below[i]));
        }
    }
}

/* One sum from the points at its places (Horner). They lie one after the other, the lowest place first, and end at `end`. */
static Jacobian together(const Point *end, const uint32_t *counts) {
    Jacobian sum = {ONE, ONE, {{0}}};
    for (int place = PLACES; place-- > 0;) {
        if (!is_zero(sum.z))
            sum = doubled(&sum);
        if (counts[place])
            sum = plus(&sum, --end);
    }
    return sum;
}

/* The sums of products. `lengths` says how many of the points and numbers belong to each sum. Returns 0 without memory. */
static int sums(Point *results, const uint32_t *lengths, size_t many, const Point *points, const u64 (*numbers)[4],
                size_t count) {
    size_t groups = many * PLACES, most = count * 2 * DIGITS, larger = count > many ? count : many, digits = 0, done = 0;
    /* One block for all: most systems keep it at hand for the next call, and pages that are new to the program take long. */
    Point *tables = malloc((count * MULTIPLES + most + count) * sizeof(Point) +
                           (count * MULTIPLES + most + 2 * larger) * sizeof(Field) + many * sizeof(Jacobian) +
                           most * sizeof(Digit) + 2 * groups * sizeof(uint32_t) + 1);
    if (!tables)
        return 0;
    Point *chosen = tables + count * MULTIPLES;
    Field *turned = (Field *)(chosen + most + count), *below = turned + count * MULTIPLES, *room = below + most / 2 + larger;
    Jacobian *whole = (Jacobian *)(room + most / 2 + larger);
    Digit *list = (Digit *)(whole + many);
    uint32_t *counts = (uint32_t *)(list + most), *next = counts + groups;

    for (size_t sum = 0; sum < many; sum++)
        for (uint32_t i = 0; i < lengths[sum]; i++, done++)
            digits += split(list + digits, numbers[done], (uint32_t)done, (uint32_t)(sum * PLACES));
    for (size_t i = 0; i < count; i++)
        tables[i * MULTIPLES] = points[i];
    fill_tables(tables, count, chosen, below, room);
    for (size_t i = 0; i < count * MULTIPLES; i++)
        turned[i] = mul(tables[i].x, BETA);

    memset(counts, 0, groups * sizeof *counts);
    for (size_t i = 0; i < digits; i++)
        counts[list[i].group]++;
    for (size_t group = 0, at = 0; group < groups; at += counts[group++])
        next[group] = (uint32_t)at;
    for (size_t i = 0; i < digits; i++) {
        size_t entry = list[i].point * (size_t)MULTIPLES + (size_t)abs(list[i].digit) / 2;
        Point *to = &chosen[next[list[i].group]++];
        to->x = list[i].turned ? turned[entry] : tables[entry].x;
        to->y = list[i].digit < 0 ? negated(tables[entry].y) : tables[entry].y;
    }
    add_up(chosen, counts, groups, below, room);
    const Point *end = chosen;
    for (size_t sum = 0; sum < many; sum++) {
        for (int place = 0; place < PLACES; place++)
            end += counts[sum * PLACES + place];
        whole[sum] = together(end, counts + sum * PLACES);
        below[sum] = is_zero(whole[sum].z) ? ONE : whole[sum].z;
    }
    invert_all(below, room, many);
    for (size_t sum = 0; sum < many; sum++) {
        Field squared = sqr(below[sum]);
        results[sum].x = reduced(mul(whole[sum].x, squared));
        results[sum].y = reduced(mul(whole[sum].y, mul(squared, below[sum])));
        if (is_zero(whole[sum].z))
            results[sum] = (Point){{{0}}, {{0}}};
    }
    free(tables);
    return 1;
}

/* ---- Python -------------------------------------------------------------------------------------------------------------- */

static u64 word(const unsigned char *bytes) {
    u64 made = 0;
    for (int i = 8; i-- > 0;)
        made = made << 8 | bytes[i];
    return made;
}

/* Whether a number of four words is below another one. */
static int less(const u64 *one, const u64 *other) {
    for (int i = 4; i-- > 0;)
        if (one[i] != other[i])
            return one[i] < other[i];
    return 0;
}

#define MOST (1 << 18) /* points and sums in one call: then no count exceeds 32 bits */

PyDoc_STRVAR(about,
    "sums(lengths, points, numbers) -> bytes\n\n"
    "Sums of points, each times its number. ONLY FOR WHAT EVERYBODY MAY KNOW: the time it takes depends on all of it.\n\n"
    "lengths: for each sum, the number of its points, in 4 bytes.\n"
    "points: of all sums, one after the other; x and y of each in 32 bytes.\n"
    "numbers: one for each point, in 32 bytes.\n"
    "Returns x and y of each sum in 32 bytes each; all zero for the point at infinity.\n"
    "All bytes come lowest first. Raises ValueError for a point that is not on the curve, a coordinate or number that is not\n"
    "below its modulus, and lengths that do not fit.");

static PyObject *py_sums(PyObject *self, PyObject *args) {
    (void)self;
    const unsigned char *lengths, *coordinates, *scalars;
    Py_ssize_t lengths_size, points_size, numbers_size;
    if (!PyArg_ParseTuple(args, "y#y#y#:sums", &lengths, &lengths_size, &coordinates, &points_size, &scalars, &numbers_size))
        return NULL;
    size_t many = (size_t)lengths_size / 4, count = (size_t)points_size / 64, told = 0;
    if (lengths_size % 4 || points_size % 64 || numbers_size != points_size / 2 || count > MOST || many > MOST)
        return PyErr_Format(PyExc_ValueError, "lengths that do not fit");
    Point *points = malloc((count + many + 1) * sizeof *points);
    u64(*numbers)[4] = malloc((count + 1) * sizeof *numbers);
    uint32_t *each = calloc(many + 1, sizeof *each);
    PyObject *made = NULL;
    if (!points || !numbers || !each) {
        PyErr_NoMemory();
        goto end;
    }
    for (size_t i = 0; i < many; i++) {
        for (int j = 4; j-- > 0;)
            each[i] = each[i] << 8 | lengths[4 * i + (size_t)j];
        told += each[i];
    }
    if (told != count) {
        PyErr_Format(PyExc_ValueError, "lengths that do not fit");
        goto end;
    }
    int fine = 1, done = 0;
    Point *results = points + count;
    Py_BEGIN_ALLOW_THREADS
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < 4; j++) {
            points[i].x.n[j] = word(coordinates + 64 * i + 8 * j);
            points[i].y.n[j] = word(coordinates + 64 * i + 32 + 8 * j);
            numbers[i][j] = word(scalars + 32 * i + 8 * j);
        }
        fine &= less(numbers[i], ORDER) && less(points[i].x.n, P.n) && less(points[i].y.n, P.n) && on_curve(&points[i]);
    }
    done = fine && sums(results, each, many, points, (const u64(*)[4])numbers, count);
    Py_END_ALLOW_THREADS
    if (!fine)
        PyErr_Format(PyExc_ValueError, "not a point of the curve, or not a scalar");
    else if (!done)
        PyErr_NoMemory();
    else if ((made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(64 * many)))) {
        unsigned char *to = (unsigned char *)PyBytes_AsString(made);
        for (size_t i = 0; i < many; i++)
            for (int j = 0; j < 64; j++)
                to[64 * i + j] = (unsigned char)((j < 32 ? results[i].x : results[i].y).n[j % 32 / 8] >> 8 * (j % 8));
    }
end:
    free(points), free(numbers), free(each);
    return made;
}

static PyMethodDef methods[] = {{"sums", py_sums, METH_VARARGS, about}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "curve", .m_methods = methods};

PyMODINIT_FUNC PyInit_curve(void) { return PyModule_Create(&module); }
