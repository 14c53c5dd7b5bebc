import type { Account } from '#web/compose/draft/draft.ts'
import { type Piece, splitWords } from '#web/compose/draft/words.ts'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import type { Post } from '#web/posts/post-time.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ReadBack } from '../read-back/read-back.tsx'
import { StepStrip } from './step-strip.tsx'
import type { Walk } from './walk.ts'

const loadPreview = makeImport(() => import('./sent-preview.tsx'))
const SentPreview = makeLatePart(async () => (await loadPreview()).SentPreview)

interface SentProps {
  readonly post: Post
  readonly walk: Walk
  readonly account: Account | null
}

/**
 * Shows exactly what was sent to the network, next to how the network shows it. Text that is not in the post is marked.
 */
export function Sent({ post, walk, account }: SentProps) {
  const { walks } = useMessages()
  const isOut = walk.status === 'published'
  const written = [post.content, ...post.thread.map(({ content }) => content)]
  const isChanged = walk.sent.parts.some(({ text }, nth) => text !== written[nth])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md bg-sunken/55 p-4 text-sm">
      {isOut && <StepStrip walk={walk} />}
      <p className="text-ink-2">
        {walks.sent(networks[walk.network].name)}
        {isChanged && <span className="text-ink-3"> · {walks.changed}</span>}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <section aria-label={walks.asSent} className="grid content-start gap-3">
          <h3 className="min-h-9 content-center font-medium">{walks.asSent}</h3>
          {walk.sent.parts.map((part, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is their identity
            <div key={nth} className="grid gap-2 rounded-md bg-surface p-3">
              <SentText text={part.text} written={written[nth] ?? ''} />
              <Files media={part.media} />
            </div>
          ))}
          <Facts sent={walk.sent} />
        </section>
        {isOut && <ReadBack postId={post.id} walk={walk} />}
        {account && <SentPreview walk={walk} account={account} />}
      </div>
    </div>
  )
}

function SentText({ text, written }: { readonly text: string; readonly written: string }) {
  const pieces: readonly Piece[] =
    text === written ? [{ key: 0, words: text, isNew: false }] : splitWords(text, written)
  return (
    <p dir="auto" className="whitespace-pre-wrap break-words">
      {pieces.map(({ key, words, isNew }) =>
        isNew ? (
          <mark key={key} className="rounded-sm bg-partial/20 text-ink">
            {words}
          </mark>
        ) : (
          words
        ),
      )}
    </p>
  )
}

function Files({ media }: Pick<Walk['sent']['parts'][number], 'media'>) {
  const { walks } = useMessages()
  return media.map(({ kind, altText, url }, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the files is their identity
    <p key={nth} className="text-ink-3">
      {walks.files[kind]}: {altText ? `“${altText}”` : walks.noAlt}
      {url === null && ` · ${walks.gone}`}
    </p>
  ))
}

function Facts({ sent: { title, link, firstComment } }: Pick<Walk, 'sent'>) {
  const { walks } = useMessages()
  const facts = [
    [walks.title, title],
    [walks.link, link],
    [walks.firstComment, firstComment],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <dl className="grid gap-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-3">{name}</dt>
          <dd dir="auto" className="break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
