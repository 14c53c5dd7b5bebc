import type { UserId } from '#kernel/ids.ts'

/** Texts to translate, with the user whose quota they count toward. */
interface TranslationParams {
  readonly texts: readonly string[]
  /** A BCP 47 tag. */
  readonly language: string
  readonly uid: UserId
  readonly signal: AbortSignal
}

/**
 * Translates texts. Returns null without a translator, or if its response is unusable. Never call it within a
 * transaction.
 */
export type Translate = (params: TranslationParams) => Promise<readonly string[] | null>

const patienceMs = 10_000

/** The texts of a post that readers see. */
interface Texts {
  readonly content: string
  readonly title?: string | null | undefined
  readonly firstComment?: string | null | undefined
  readonly thread: readonly { readonly content: string }[]
}

/**
 * Translates a post into each of the languages. A language is missing if no translator responds within 10 seconds. The
 * original is used then.
 */
export async function translatePost<Post extends Texts>(
  translate: Translate,
  post: Post,
  { languages, uid }: { readonly languages: readonly string[]; readonly uid: UserId },
): Promise<ReadonlyMap<string, Pick<Post, keyof Texts>>> {
  const texts = listTexts(post)
  const found = new Map<string, Pick<Post, keyof Texts>>()
  await Promise.all(
    [...new Set(languages)].map(async (language) => {
      const translated = await translateTexts(translate, { texts, language, uid })
      if (translated) found.set(language, putTexts(post, translated))
    }),
  )
  return found
}

const listTexts = ({ content, title, firstComment, thread }: Texts): readonly string[] => [
  content,
  title ?? '',
  firstComment ?? '',
  ...thread.map((part) => part.content),
]

const putTexts = <Post extends Texts>(
  post: Post,
  [content = '', title = '', firstComment = '', ...parts]: readonly string[],
): Pick<Post, keyof Texts> => ({
  content,
  title: post.title ? title : post.title,
  firstComment: post.firstComment ? firstComment : post.firstComment,
  thread: post.thread.map((part, index) => ({ ...part, content: parts[index] ?? part.content })),
})

/** Translates texts. Returns null if no translator responds in time. */
async function translateTexts(
  translate: Translate,
  params: Omit<TranslationParams, 'signal'>,
): Promise<readonly string[] | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const { promise: late, resolve } = Promise.withResolvers<null>()
  signal.addEventListener('abort', () => resolve(null), { once: true })
  const texts = await Promise.race([translate({ ...params, signal }).catch(() => null), late])
  return texts?.length === params.texts.length ? texts : null
}
