import type { FastifyReply, FastifyRequest } from 'fastify'
import { findLanguage, type Language } from '#kernel/language.ts'
import { addVary } from './vary.ts'

/** Chooses the language of a page rendered by the service: the browser's preferred language, or English. */
export function choosePageLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  addVary(reply, 'accept-language')
  return findRequestedLanguage(request) ?? 'en'
}

/** Returns the one of our languages that the browser prefers; null if it accepts none of them. */
export function findRequestedLanguage({ headers }: FastifyRequest): Language | null {
  const requests = (headers['accept-language'] ?? '').split(',').map(readLanguageRange)
  const liked = requests.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  for (const { tag } of liked) {
    const language = findLanguage(tag)
    if (language) return language
  }
  return null
}

/** Reads one entry of `Accept-Language`, such as `de-AT;q=0.8`. The weight of an invalid entry is 0. */
function readLanguageRange(entry: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((piece) => piece.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { tag, weight: weight <= 1 ? weight : 0 }
}
