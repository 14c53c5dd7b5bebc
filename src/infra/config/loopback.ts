/** True if a host, or the host of a URL, can be reached only from this machine. */
export function isLoopback(place: string): boolean {
  const host = place.includes('://') ? new URL(place).hostname : place
  return host === '::1' || host === '[::1]' || /^(?:.+\.)?localhost$|^127(?:\.\d{1,3}){3}$/.test(host)
}
