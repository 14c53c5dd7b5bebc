import ipaddr from 'ipaddr.js'

/**
 * Addresses at which a cloud machine learns its own credentials, and which lie outside the ranges reserved for that.
 */
const metadataAddresses = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'])

/**
 * Ranges that a company may use for its own servers. Link-local is excluded: the metadata services of clouds use it.
 */
const privateRanges = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'])

/** The part of IPv6 that is assigned to the public. The rest is special, obsolete or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True if this address refers to the same machine everywhere on the internet. Unknown forms are not public, and neither
 * are the IPv6 forms that contain an IPv4 address (mapped, translated, 6to4, Teredo), whose target a gateway
 * determines.
 */
export function isPublicAddress(text: string): boolean {
  const address = read(text)
  if (!address || metadataAddresses.has(address.toString())) return false
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** True for an address on a private network, to which an operator may allow calls. */
export function isPrivateAddress(text: string): boolean {
  const address = read(text)
  return address !== null && !metadataAddresses.has(address.toString()) && privateRanges.has(address.range())
}

/**
 * Reads plain notations only: `0x7f.1` and `2130706433` count as names, which a resolver must turn into an address
 * first.
 */
function read(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

/** Names that resolve only on a machine or in its own network. */
const ownNames = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/

/**
 * True for a URL's host that anyone on the internet can reach: a public address, or a name with a dot. A parsed URL
 * normalizes the notation of an address, so no other notation gets through.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(host)) return isPublicAddress(host)
  return host.includes('.') && !ownNames.test(host)
}
