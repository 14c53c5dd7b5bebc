import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Conversation, Item } from './inbox-query.ts'
import { nameOf } from './name-of.ts'
import { safeUrl } from './safe-url.ts'
import { shortAge } from './short-age.ts'

interface MessageProps {
  readonly item: Item
  readonly conversation: Conversation
  /** The colleague who wrote it here. Null for others, and for what was written in the network’s own app. */
  readonly authorUid: string | null
  /** Buttons for liking, hiding and removing it. */
  readonly acts: ReactNode
}

/** A message as plain text: one of the account at the end of the line, one of others at its start. */
export function Message({ item, conversation: { profileId, accountId, network }, authorUid, acts }: MessageProps) {
  const { inbox: words } = useMessages('inbox')
  const { sender, text, files, url, saidAt, editedAt, erasedAt, deletedAt, removedAt, held, rules } = item
  const account = useQuery(accountsQuery(profileId)).data?.find(({ id }) => id === accountId)
  const name = sender.isUs ? account?.displayName || account?.handle || nameOf(sender) : nameOf(sender)
  const find = usePerson(profileId)
  const author = find(authorUid)
  const address = safeUrl(url)
  const age = (
    <time dateTime={saidAt} title={formatDayAndTime(saidAt)} className="nums">
      {shortAge(saidAt)}
    </time>
  )
  if (deletedAt || removedAt)
    return (
      <p className="text-center text-ink-3 text-sm italic">
        {(removedAt ? words.acts.removed : words.deleted)(networks[network].name)} · {age}
      </p>
    )
  return (
    <article aria-label={name} className={`inbox-message ${sender.isUs ? 'inbox-ours' : ''}`}>
      {sender.isUs ? (
        <span className="self-start">
          <AccountFace account={account ?? { network, handle: sender.handle }} size={28} />
        </span>
      ) : (
        <Face name={name} size={28} />
      )}
      <div className="grid min-w-0 gap-1">
        <p className="flex min-w-0 flex-wrap gap-x-1 text-ink-3 text-xs">
          <bdi className="truncate font-medium text-ink">{name}</bdi>·
          {author && <span>{words.replies.by(author.name)} ·</span>}
          {address ? (
            <a
              href={address}
              target="_blank"
              rel="noopener nofollow ugc"
              title={words.openOn(networks[network].name)}
              className="hover:underline"
            >
              {age}
            </a>
          ) : (
            age
          )}
          {held && <span className="text-held">· {words.held[held]}</span>}
          {editedAt && (
            <>
              {' · '}
              <time dateTime={editedAt} title={formatDayAndTime(editedAt)}>
                {words.edited}
              </time>
            </>
          )}
        </p>
        {erasedAt && <p className="text-ink-3 text-sm italic">{words.erased}</p>}
        {text && (
          <div className="inbox-bubble">
            <FoldedText text={text} />
          </div>
        )}
        {files.map(({ kind, altText }, nth) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the files is their identity
            key={nth}
            className="flex min-w-0 items-center gap-1.5 text-ink-2 text-sm"
          >
            <Icon name={kind === 'image' ? 'image' : 'file'} className="size-4 text-ink-3" />
            <bdi className="line-clamp-2 min-w-0 break-words">
              {altText ? words.file(words.files[kind ?? 'unknown'], altText) : words.files[kind ?? 'unknown']}
            </bdi>
          </p>
        ))}
        {acts}
        {rules.flatMap(({ ruleId, name, assigneeUid, state }) =>
          [
            ...(state ? [words.ruled[state](name)] : []),
            ...(assigneeUid ? [words.ruled.assigned(name, find(assigneeUid)?.name ?? words.ruled.someone)] : []),
          ].map((deed) => (
            <p key={ruleId + deed} className="break-words text-ink-3 text-xs">
              {deed}
            </p>
          )),
        )}
      </div>
    </article>
  )
}
