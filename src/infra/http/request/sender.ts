import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Returns the sender of a request: the user, whatever their credential, or else its IP address or network. */
export const senderOf = (request: FastifyRequest): string => request.caller?.uid ?? toClientKey(request.ip)

const longestAgent = 300

interface AnonymousSender {
  readonly place: string
  readonly agent: string | null
  readonly requestId: string
}

/** Returns the IP address, the program and the ID of a request whose sender is not known yet. */
export const anonymousSender = ({ ip, id, headers }: FastifyRequest): AnonymousSender => ({
  place: toClientKey(ip),
  agent: headers['user-agent']?.slice(0, longestAgent) ?? null,
  requestId: id,
})

/**
 * Returns the rate limit key of an IP address. An IPv4 address is its own key. For an IPv6 address it is the /64
 * network, in which one party has any number of addresses.
 */
export function toClientKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
