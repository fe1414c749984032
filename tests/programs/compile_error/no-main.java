// Has no main.
class Nothing {
}
