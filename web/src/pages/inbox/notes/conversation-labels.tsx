import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { LabelChips, LabelDot } from '#web/posts/labels/label-chips.tsx'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import type { Conversation } from '../inbox-query.ts'

type Labeled = Pick<Conversation, 'profileId' | 'labelIds'>

/** Reads the labels of a conversation. They are fetched once a conversation has one. */
function useLabels({ profileId, labelIds }: Labeled) {
  const all = useQuery({ ...labelsQuery(profileId), enabled: labelIds.length > 0 }).data ?? []
  return labelIds.flatMap((id) => all.find((one) => one.id === id) ?? [])
}

/** The labels of the open conversation. */
export function ConversationLabels({ conversation }: { readonly conversation: Labeled }) {
  const labels = useLabels(conversation)
  if (labels.length === 0) return null
  return <LabelChips profileId={conversation.profileId} names={labels.map(({ name }) => name)} />
}

const shownDots = 4

/** The labels of a conversation in a list, as dots. */
export function LabelDots({ conversation }: { readonly conversation: Labeled }) {
  const { inbox } = useMessages('inbox')
  const labels = useLabels(conversation)
  if (labels.length === 0) return null
  const names = labels.map(({ name }) => name).join(', ')
  return (
    <span role="img" aria-label={`${inbox.notes.labels}: ${names}`} title={names} className="flex items-center gap-1">
      {labels.slice(0, shownDots).map(({ id, color }) => (
        <LabelDot key={id} color={color} />
      ))}
    </span>
  )
}
