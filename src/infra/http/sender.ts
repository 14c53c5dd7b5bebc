import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Who sends a request: the person, whatever their credential, else the place that it comes from. */
export const senderOf = (request: FastifyRequest): string => request.caller?.uid ?? placeOf(request.ip)

/** The same of a request whose sender is not known yet. */
export const anonymousSender = ({
  ip,
  id,
}: FastifyRequest): { readonly place: string; readonly requestId: string } => ({
  place: placeOf(ip),
  requestId: id,
})

/**
 * What one party is given of the internet: an address of IPv4, and of IPv6 the network of 64 bits, in which it has any
 * number of addresses.
 */
export function placeOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
