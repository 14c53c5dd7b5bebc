import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { count } from '#rules/count/count.ts'
import type { Limits } from '#rules/limits.ts'
import { accountsQuery, providersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Drawing } from '#web/icons/icon.tsx'
import { useKey } from '#web/lib/browser/use-key.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Conversation } from '../inbox-query.ts'
import { lock } from '../notes/notes-query.ts'
import { keptReplies, type SendReply } from './use-replies.ts'

interface FieldProps {
  readonly conversation: Conversation
  /** The text of a reply that is written again. */
  readonly again: { readonly text: string } | null
  /** True if what is written waits for an approval. */
  readonly asks: boolean
  /** Opens the field for a note. Null for those who write none. */
  readonly onNote: (() => void) | null
  /** The person whom the reply answers. */
  readonly handle: string | null
  readonly onSend: SendReply
}

/** A field for a reply, with the room that its network leaves. Control and Enter send it and close the conversation. */
export function ReplyField({ conversation, again, asks, onNote, handle, onSend }: FieldProps) {
  const { inbox } = useMessages('inbox')
  const words = inbox.replies
  const { id, profileId, accountId, network } = conversation
  const account = useQuery(accountsQuery(profileId)).data?.find((one) => one.id === accountId)
  const [text, setText] = useState(keptReplies.get(id) ?? '')
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState<'send' | 'close' | null>(null)
  const [lastCloses, setLastCloses] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = useRoom(network, addressed(network, handle, text))
  const isOver = left !== null && left < 0
  useKey({ r: () => field.current?.focus() })
  useEffect(() => {
    if (again === null) return
    setText(again.text)
    field.current?.focus()
  }, [again])
  const write = (next: string) => {
    setText(next)
    keptReplies.set(id, next)
  }
  const send = async (closes: boolean, confirm = false) => {
    if (busy || text.trim() === '' || isOver) return
    setBusy(closes ? 'close' : 'send')
    setLastCloses(closes)
    setError(null)
    try {
      keptReplies.delete(id)
      await onSend({ text: text.trim(), closes, confirm })
      setText('')
    } catch (failure) {
      keptReplies.set(id, text)
      setError(failure as Error)
    } finally {
      setBusy(null)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(true)
  }
  const isUnsure = isRefusal(error, 'answered_meanwhile') || isRefusal(error, 'same_reply')
  return (
    <form className="inbox-reply" onSubmit={submit}>
      <p className="flex min-w-0 items-center gap-2 px-3 pt-2.5 text-ink-3 text-xs">
        {account && <AccountFace account={account} size={28} />}
        <bdi className="truncate">{words.replyAs(account?.displayName || account?.handle || '')}</bdi>
      </p>
      <textarea
        ref={field}
        dir="auto"
        aria-label={words.reply}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') field.current?.blur()
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send(true)
        }}
        className="field-sizing-content max-h-96 min-h-16 w-full max-sm:max-h-40 max-sm:min-h-11 resize-none bg-transparent px-3.5 py-2 text-lg outline-none sm:text-base"
      />
      {error && (
        <div className="px-3 pb-3">
          <ProblemBanner error={error} title={asks ? inbox.approvals.notAsked : words.notSent}>
            {isUnsure && <Button onClick={() => void send(lastCloses, true)}>{words.sendAnyway}</Button>}
          </ProblemBanner>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 border-line border-t p-1.5">
        {onNote && (
          <button
            type="button"
            aria-label={inbox.notes.add}
            title={inbox.notes.add}
            onClick={onNote}
            className={iconButtonStyle}
          >
            <Drawing path={lock} className="size-4.5" />
          </button>
        )}
        <span role="status" className={`nums px-2 text-sm ${isOver ? 'font-medium text-failed' : 'text-ink-3'}`}>
          {left !== null && (isOver ? words.over(-left) : words.left(left))}
        </span>
        <span className="ms-auto flex gap-2">
          {!asks && (
            <Button
              isSmall
              isBusy={busy === 'send'}
              disabled={text.trim() === '' || isOver}
              onClick={() => void send(false)}
            >
              {words.send}
            </Button>
          )}
          <Button
            type="submit"
            isSmall
            variant="primary"
            isBusy={busy === 'close'}
            disabled={text.trim() === '' || isOver}
          >
            {asks ? inbox.approvals.ask : words.sendAndClose}
          </Button>
        </span>
      </div>
    </form>
  )
}

/** Returns the text as Mastodon gets it: with the handle of the person in front, unless it is there already. */
const addressed = (network: Conversation['network'], handle: string | null, text: string): string =>
  network !== 'mastodon' || handle === null || text.toLowerCase().includes(`@${handle.toLowerCase()}`)
    ? text
    : `@${handle} ${text}`

const mostCharacters = 10_000

/** Counts how much more the network accepts. Null until its limit is known. */
function useRoom(network: Conversation['network'], text: string): number | null {
  const providers = useQuery(providersQuery).data
  const limits = providers?.find((one) => one.network === network)?.limits as unknown as Limits | undefined
  const [rule] = limits?.text ?? []
  if (!limits) return null
  return rule ? rule.max - count(text, rule, limits.dialect) : mostCharacters - text.length
}
