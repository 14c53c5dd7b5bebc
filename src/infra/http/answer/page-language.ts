import type { FastifyReply, FastifyRequest } from 'fastify'
import { findLanguage, type Language } from '#kernel/language.ts'
import { addVary } from './vary.ts'

/**
 * Chooses the language of a page that the service makes itself: among ours, the one that the browser likes best. English
 * for a browser that asks for none of them.
 */
export function choosePageLanguage({ headers }: FastifyRequest, reply: FastifyReply): Language {
  addVary(reply, 'accept-language')
  const wishes = (headers['accept-language'] ?? '').split(',').map(readWish)
  const liked = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  for (const { tag } of liked) {
    const language = tag === '*' ? 'en' : findLanguage(tag)
    if (language) return language
  }
  return 'en'
}

/** Reads one entry of `Accept-Language`, such as `de-AT;q=0.8`. The weight of a faulty entry is 0. */
function readWish(entry: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((piece) => piece.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { tag, weight: weight <= 1 ? weight : 0 }
}
