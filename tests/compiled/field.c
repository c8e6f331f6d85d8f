/* The arithmetic inside curve.c, for tests: numbers modulo p of 32 bytes, the lowest first, which need not be below p. */

#include "../../net/deal/fair/curve.c"

static PyObject *py_work(PyObject *self, PyObject *args) {
    const char *operation;
    Field numbers[2];
    const unsigned char *given[2];
    Py_ssize_t sizes[2];
    (void)self;
    if (!PyArg_ParseTuple(args, "sy#y#:work", &operation, &given[0], &sizes[0], &given[1], &sizes[1]))
        return NULL;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            numbers[i].n[j] = word(given[i] + 8 * j);
    Field a = numbers[0], b = numbers[1], made = {{0}};
    switch (*operation) {
    case '+': made = add(a, b); break;
    case '-': made = sub(a, b); break;
    case '*': made = mul(a, b); break;
    case '/': made = mul(a, inverse(b)); break;
    case '=': made = is_zero(a) ? ONE : made; break;
    }
    made = reduced(made);
    return PyBytes_FromStringAndSize((const char *)made.n, 32);
}

/* The digits of a number: whether each counts for the second half, its place, and what it is. */
static PyObject *py_digits(PyObject *self, PyObject *args) {
    const unsigned char *given;
    Py_ssize_t size;
    u64 number[4];
    Digit digits[2 * DIGITS];
    (void)self;
    if (!PyArg_ParseTuple(args, "y#:digits", &given, &size))
        return NULL;
    for (int j = 0; j < 4; j++)
        number[j] = word(given + 8 * j);
    size_t count = split(digits, number, 0, 0);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *each = Py_BuildValue("iii", (int)digits[i].turned, (int)digits[i].group, (int)digits[i].digit);
        if (!each || PyList_Append(list, each))
            Py_CLEAR(list);
        Py_XDECREF(each);
    }
    return list;
}

static PyMethodDef inside[] = {
    {"work", py_work, METH_VARARGS, ""},
    {"digits", py_digits, METH_VARARGS, ""},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef field = {PyModuleDef_HEAD_INIT, .m_name = "field", .m_methods = inside};

PyMODINIT_FUNC PyInit_field(void) { return PyModule_Create(&field); }
