import type { FastifyReply, FastifyRequest } from 'fastify'
import { findLanguage, type Language } from '#kernel/language.ts'
import { addVary } from './vary.ts'

/** Chooses the language of a page that the service makes itself: the one that the browser asks for, or English. */
export function choosePageLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  addVary(reply, 'accept-language')
  return findAskedLanguage(request) ?? 'en'
}

/** Returns the language that the browser likes best of ours; null when it names none of them. */
export function findAskedLanguage({ headers }: FastifyRequest): Language | null {
  const wishes = (headers['accept-language'] ?? '').split(',').map(readWish)
  const liked = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  for (const { tag } of liked) {
    const language = findLanguage(tag)
    if (language) return language
  }
  return null
}

/** Reads one entry of `Accept-Language`, such as `de-AT;q=0.8`. The weight of a faulty entry is 0. */
function readWish(entry: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((piece) => piece.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { tag, weight: weight <= 1 ? weight : 0 }
}
