export function SignUp() {
  return null
}
