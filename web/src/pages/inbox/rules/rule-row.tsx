import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { Rule } from './rules-query.ts'
import { useSummary } from './use-summary.ts'

interface RowProps {
  readonly rule: Rule
  readonly isBusy: boolean
  readonly onTurn: () => void
  /** Null for the first rule. */
  readonly onUp: (() => void) | null
  readonly onEdit: () => void
}

/** A rule in the list: its name, what it does, and its switch. */
export function RuleRow({ rule, isBusy, onTurn, onUp, onEdit }: RowProps) {
  const { inboxRules: words } = useMessages('inboxRules')
  const { mayManage, mayRemove } = useRights()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const summary = useSummary(rule)
  const { id, name, isOn, problem } = rule
  const remove = useMutation({
    mutationFn: () => api.deleteInboxRule({ id }),
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: ['inbox-rules'] })
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span className="flex min-w-0 items-center gap-2">
          <OneLine className="font-medium">{name}</OneLine>
          <Tag tone={isOn ? (problem ? 'waiting' : 'good') : 'quiet'}>{isOn ? words.on : words.off}</Tag>
        </span>
        <span className="break-words text-ink-2 text-sm">{summary}</span>
        {problem && <span className="text-held text-sm">{words.problems[problem]}</span>}
      </span>
      <span className="ms-auto flex items-center">
        {mayManage && (
          <Button
            isSmall
            variant={isOn ? 'quiet' : 'plain'}
            isBusy={isBusy}
            aria-label={isOn ? words.turnOffOf(name) : words.turnOnOf(name)}
            onClick={onTurn}
          >
            {isOn ? words.turnOff : words.turnOn}
          </Button>
        )}
        {mayManage && onUp && <IconButton icon="up" label={words.moveUp(name)} onClick={onUp} />}
        {mayManage && <IconButton icon="pen" label={words.edit(name)} onClick={onEdit} />}
        {mayRemove && <IconButton icon="trash" label={words.remove(name)} onClick={() => setAsking(true)} />}
      </span>
      {isAsking && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          lead={words.removeLead}
          action={words.confirmRemove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

interface IconButtonProps {
  readonly icon: 'up' | 'pen' | 'trash'
  readonly label: string
  readonly onClick: () => void
}

const IconButton = ({ icon, label, onClick }: IconButtonProps) => (
  <button type="button" aria-label={label} title={label} onClick={onClick} className={iconButtonStyle}>
    <Icon name={icon} className="size-4" />
  </button>
)
