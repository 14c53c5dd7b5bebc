import ipaddr from 'ipaddr.js'

/** Addresses by which a cloud machine learns its own credentials, and which lie outside the ranges that say so. */
const metadataAddresses = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'])

/** Ranges that a company may use for its own servers. Link-local is none: the metadata of clouds lives there. */
const privateRanges = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'])

/** The part of IPv6 that is given out to the public; all else is special, old or not yet given out. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether the whole world would reach the same machine by this address. Whatever is not known to be so is not: also the
 * forms of IPv6 that carry an IPv4 address inside (mapped, translated, 6to4, Teredo), whose target a gateway decides.
 */
export function isPublicAddress(text: string): boolean {
  const address = read(text)
  if (!address || metadataAddresses.has(address.toString())) return false
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** Whether it is an address of somebody's own network, to which an operator may allow calls. */
export function isPrivateAddress(text: string): boolean {
  const address = read(text)
  return address !== null && !metadataAddresses.has(address.toString()) && privateRanges.has(address.range())
}

/** Only the plain forms: `0x7f.1` and `2130706433` are names here, which a resolver must turn into an address first. */
function read(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}
