import { useQuery, useQueryClient } from '@tanstack/react-query'
import { labelKey } from '#rules/label-key.ts'
import { useMessages } from '#web/i18n/index.ts'
import { LabelField } from '#web/posts/labels/label-field.tsx'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Conversation } from '../inbox-query.ts'

interface DialogProps {
  readonly conversation: Conversation
  readonly onChange: (labelIds: string[]) => void
  readonly onClose: () => void
}

/** Chooses the labels of a conversation, from those of the brand’s posts. Each takes effect at once. */
export function LabelsDialog({ conversation: { profileId, labelIds }, onChange, onClose }: DialogProps) {
  const { inbox } = useMessages('inbox')
  const words = inbox.notes
  const queries = useQueryClient()
  const labels = useQuery(labelsQuery(profileId)).data ?? []
  const names = labelIds.flatMap((id) => labels.find((one) => one.id === id)?.name ?? [])
  const change = async (next: readonly string[]) => {
    const known = await queries.ensureQueryData(labelsQuery(profileId))
    const keys = next.map(labelKey)
    onChange(known.filter(({ name }) => keys.includes(labelKey(name))).map(({ id }) => id))
  }
  return (
    <Dialog title={words.labels} onClose={onClose}>
      <LabelField
        profileId={profileId}
        label={words.labels}
        value={names}
        isFirst
        onChange={(next) => void change(next)}
      />
    </Dialog>
  )
}
