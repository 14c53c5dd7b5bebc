import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'

const pollMs = 3_000

/** Links Telegram chats with a code, lists them and unlinks them. */
export function TelegramCard() {
  const { telegram } = useMessages()
  const queries = useQueryClient()
  const code = useMutation({ mutationFn: () => api.createChatAccessCode() })
  const linked = useQuery({
    queryKey: ['telegram'],
    queryFn: () => api.getChatConnection(),
    // The chat appears here soon after the code is used there.
    refetchInterval: code.data ? pollMs : false,
  })
  const unlink = useMutation({
    mutationFn: (chatId: string) => api.unlinkChat({ chatId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['telegram'] }),
  })
  const chats = linked.data?.chats ?? []
  const error = linked.error ?? code.error ?? unlink.error
  return (
    <Card title={telegram.title} lead={telegram.lead}>
      {chats.length > 0 && (
        <ul className="mb-3 grid divide-y divide-line">
          {chats.map((chat) => (
            <ChatRow
              key={chat.chatId}
              chat={chat}
              isBusy={unlink.isPending}
              onUnlink={() => unlink.mutate(chat.chatId)}
            />
          ))}
        </ul>
      )}
      {linked.data?.botUsername === null && <p className="text-ink-3 text-sm">{telegram.none}</p>}
      {linked.data?.botUsername &&
        (code.data ? (
          <NewCode {...code.data} />
        ) : (
          <Button
            className="justify-self-start"
            variant={chats.length > 0 ? 'plain' : 'primary'}
            isBusy={code.isPending}
            onClick={() => code.mutate()}
          >
            {chats.length > 0 ? telegram.linkAnother : telegram.link}
          </Button>
        ))}
      {error && <ProblemBanner error={error} onRetry={() => void linked.refetch()} />}
    </Card>
  )
}

function NewCode({ code, deepLinkUrl, botUsername }: Awaited<ReturnType<typeof api.createChatAccessCode>>) {
  const { telegram } = useMessages()
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-3 text-sm">{telegram.codeLead}</p>
      <a href={deepLinkUrl} target="_blank" rel="noreferrer" className={buttonStyle('primary')}>
        {telegram.open(botUsername)}
      </a>
      <CopyField label={telegram.command} value={`/link ${code}`} />
    </div>
  )
}

interface RowProps {
  readonly chat: Item<'getChatConnection', 'chats'>
  readonly isBusy: boolean
  readonly onUnlink: () => void
}

function ChatRow({ chat: { title, linkedAt, reachable }, isBusy, onUnlink }: RowProps) {
  const { telegram } = useMessages()
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <OneLine className="font-medium">{title}</OneLine>
        <span className="text-ink-3 text-sm">{telegram.linked(formatDistance(linkedAt))}</span>
      </div>
      {!reachable && <Tag tone="bad">{telegram.unreachable}</Tag>}
      <Button isBusy={isBusy} onClick={onUnlink} aria-label={`${telegram.unlink}: ${title}`}>
        {telegram.unlink}
      </Button>
    </li>
  )
}
