import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { iconButtonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { Rule } from './form/rule-form.ts'
import { useRuleChange } from './use-rule-change.ts'

interface MenuProps {
  readonly rule: Rule
  readonly words: string
  readonly onEdit: () => void
}

/** All that can be done with a rule. Deleting it asks first, since it cannot be taken back. */
export function RuleMenu({ rule: { id, name, status }, words, onEdit }: MenuProps) {
  const { recurring } = useMessages()
  const queries = useQueryClient()
  const change = useRuleChange()
  const [isDeleting, setDeleting] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.cancelRecurringRule({ id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['recurring'] }),
  })
  return (
    <>
      <Menu
        label={recurring.actions(name ?? words)}
        align="end"
        triggerClass={iconButtonLook}
        trigger={<Icon name="more" className="size-4.5" />}
      >
        <MenuItem onSelect={onEdit}>{recurring.edit}</MenuItem>
        {status === 'active' && (
          <MenuItem onSelect={() => void change((to) => to.pauseRecurringRule({ id }))}>{recurring.pause}</MenuItem>
        )}
        {status === 'paused' && (
          <MenuItem onSelect={() => void change((to) => to.resumeRecurringRule({ id }))}>{recurring.resume}</MenuItem>
        )}
        <MenuLine />
        <MenuItem onSelect={() => setDeleting(true)}>
          <span className="text-failed">{recurring.remove}</span>
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={recurring.removeTitle}
          lead={recurring.removeLead}
          action={recurring.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
