export function IntegratorToolScreen() {
  return null
}
