import type { UserId } from '#kernel/ids.ts'

/** Texts to translate, with whose quota counts. */
interface TranslationWish {
  readonly texts: readonly string[]
  /** A BCP 47 tag. */
  readonly language: string
  readonly uid: UserId
  readonly signal: AbortSignal
}

/** The question for a translator: null where there is none, or it gives no usable answer. Never within a transaction. */
export type Translate = (wish: TranslationWish) => Promise<readonly string[] | null>

const patienceMs = 10_000

/** Translates texts. Returns null when no translator answers within 10 seconds, so that the original is used. */
export async function translateTexts(
  translate: Translate,
  wish: Omit<TranslationWish, 'signal'>,
): Promise<readonly string[] | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const { promise: late, resolve } = Promise.withResolvers<null>()
  signal.addEventListener('abort', () => resolve(null), { once: true })
  const texts = await Promise.race([translate({ ...wish, signal }).catch(() => null), late])
  return texts?.length === wish.texts.length ? texts : null
}
