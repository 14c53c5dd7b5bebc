import { type FirstMessages, useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { formatDuration } from '#web/lib/time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { PostNetworks } from './post-networks.tsx'
import { latenessOf, type Post } from './post-time.ts'

interface NoteProps {
  readonly post: Post
  /** The state of which the list is. It is not repeated: such a post says where it goes. */
  readonly usual?: Post['status'] | undefined
}

/** Says the state of a post in words: what went wrong, what it waits for, or how late it was. */
export function PostNote({ post, usual }: NoteProps) {
  const messages = useMessages()
  const trouble = troubleOf(post, messages)
  const note = trouble ?? remarkOf(post, messages)
  return (
    <>
      {post.status === usual ? <NamedNetworks post={post} /> : messages.shell.post.status[post.status]}
      {note !== null && (
        <>
          {' · '}
          <span className={trouble === null ? '' : 'text-ink-2'}>{note}</span>
        </>
      )}
    </>
  )
}

/** The networks by their names. On a phone they are marks, for which one line is enough. */
function NamedNetworks({ post }: { readonly post: Post }) {
  const names = [...new Set(post.targets.map(({ network }) => networks[network].name))]
  return (
    <>
      <span className="max-sm:hidden">{listWords(names)}</span>
      <span className="inline-flex align-bottom sm:hidden">
        <PostNetworks post={post} />
      </span>
    </>
  )
}

/** Returns the first thing that a network refused. */
function troubleOf({ targets }: Post, { verdicts }: FirstMessages): string | null {
  const troubled = targets.find(({ error }) => error !== null)
  return troubled?.error
    ? `${networks[troubled.network].name}: ${verdicts.failure(troubled.errorCode, troubled.error)}`
    : null
}

function remarkOf(post: Post, { posts, verdicts }: FirstMessages): string | null {
  const waits = post.targets.find(({ waitsFor }) => waitsFor?.detail)?.waitsFor
  if (waits) return verdicts.wait(waits)
  if (post.targets.length === 0) return posts.noAccounts
  const late = latenessOf(post)
  return late === null ? null : posts.post.late(formatDuration(late))
}
