import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { api } from '#web/app/api.ts'
import { meQuery, profilesQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'

export type Group = Item<'getDirectory', 'groups'>
type BrandRole = Group['brands'][number]['role']

interface DialogProps {
  readonly group: Group
  readonly onClose: () => void
}

/** Sets what a group gives its members: a role in the installation, and one on each brand. */
export function GroupDialog({ group, onClose }: DialogProps) {
  const { admin, auth, members, shell } = useMessages('admin')
  const words = admin.directory
  const queries = useQueryClient()
  const hasFactor = useQuery(meQuery).data?.mfaEnabled
  const profiles = useQuery(profilesQuery)
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const read = (name: string) => String(form.get(name) ?? '')
      const brands = choices.flatMap(({ id }) => {
        const role = read(id)
        return role === '' ? [] : [{ profileId: id, role: role as BrandRole }]
      })
      const role = read('role') === '' ? null : (read('role') as Group['role'])
      const options = hasFactor ? { headers: { 'x-mfa-code': read('code').trim() } } : {}
      return api.setDirectoryGrants({ id: group.id, role, brands }, options)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['admin-directory'] })
      onClose()
    },
  })
  const given = new Map(group.brands.map(({ profileId, role }) => [profileId, role]))
  // Brands that a group gives stay in the list, also those that the reader is not a member of.
  const own = (profiles.data ?? []).filter(({ id }) => !given.has(id))
  const choices = [...group.brands.map(({ profileId: id, name }) => ({ id, name })), ...own]
  const { owner: _, ...roles } = members.roles
  const { user: __, ...installationRoles } = admin.users.roles
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={group.name} lead={words.lead} onClose={onClose}>
      {!profiles.data && !profiles.error && <Loading />}
      {profiles.error && <ProblemBanner error={profiles.error} />}
      {profiles.data && (
        <form className="grid gap-4" onSubmit={submit}>
          <SelectField
            label={words.role}
            name="role"
            defaultValue={group.role ?? ''}
            options={{ '': words.none, ...installationRoles }}
          />
          {choices.map(({ id, name }) => (
            <SelectField
              key={id}
              label={words.roleOn(name)}
              name={id}
              defaultValue={given.get(id) ?? ''}
              options={{ '': words.none, ...roles }}
            />
          ))}
          {hasFactor && (
            <Field label={auth.code} name="code" inputMode="numeric" autoComplete="one-time-code" required />
          )}
          {save.error && <ProblemBanner error={save.error} />}
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              {shell.cancel}
            </Button>
            <Button type="submit" variant="primary" isBusy={save.isPending}>
              {shell.save}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
