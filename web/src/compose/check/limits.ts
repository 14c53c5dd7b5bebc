import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { count } from '#rules/count/count.ts'
import type { Limits } from '#rules/limits.ts'
import { providersQuery } from '#web/app/queries.ts'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'

export type LimitsByNetwork = ReadonlyMap<NetworkName, Limits>

/** Returns the networks' limits as reported by the service. */
export function useLimits(): LimitsByNetwork {
  const providers = useQuery(providersQuery)
  return useMemo(
    () => new Map((providers.data ?? []).map(({ network, limits }) => [network, limits as unknown as Limits])),
    [providers.data],
  )
}

/** Counts a text by the rules of a network. */
export function countFor(text: string, limits: Limits | undefined): number {
  const [rule] = limits?.text ?? []
  return limits && rule ? count(text, rule, limits.dialect) : text.length
}

/** Returns how much of the text fits into `room` units of a network, in UTF-16 units. */
export function fittingLength(text: string, room: number, limits: Limits): number {
  // Often only a small part of a long text fits, so the search starts with a short prefix.
  let ends = Math.max(1, room)
  while (ends < text.length && countFor(text.slice(0, ends), limits) <= room) ends *= 2
  ends = Math.min(ends, text.length)
  let fits = 0
  while (fits < ends) {
    const middle = Math.ceil((fits + ends) / 2)
    if (countFor(text.slice(0, middle), limits) <= room) fits = middle
    else ends = middle - 1
  }
  return fits
}
