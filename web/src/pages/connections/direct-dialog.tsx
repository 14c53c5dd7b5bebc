import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Provider } from './use-connect.ts'

interface DialogProps {
  readonly provider: Provider
  readonly profileId: string
  readonly onClose: () => void
}

/** The subset of JSON Schema that a form needs. */
interface FormSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
  readonly required?: readonly string[]
}

/**
 * Asks for the credentials that a network needs. The service defines the fields, so a new network needs no new form.
 */
export function DirectDialog({ provider, profileId, onClose }: DialogProps) {
  const { connections, shell } = useMessages()
  const queries = useQueryClient()
  const { properties = {}, required = [] } = (provider.connect.fields ?? {}) as FormSchema
  const connect = useMutation({
    mutationFn: (form: FormData) => {
      const entries = [...form].flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [],
      )
      return api.connectDirectly({ profileId, platform: provider.platform, credentials: Object.fromEntries(entries) })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onClose()
    },
  })
  const labels: Readonly<Record<string, string>> = connections.fields
  return (
    <Dialog title={connections.connectNetwork(provider.name)} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate(new FormData(event.currentTarget))
        }}
      >
        {Object.entries(properties).map(([name, { description }]) => (
          <Field
            key={name}
            name={name}
            label={`${labels[name] ?? name}${required.includes(name) ? '' : ` (${shell.optional})`}`}
            hint={description && connections.hint(name, description)}
            required={required.includes(name)}
            type={/password|token/i.test(name) ? 'password' : 'text'}
            autoComplete="off"
            error={faultOf(connect.error, `/credentials/${name}`)}
          />
        ))}
        {provider.mode === 'sandbox' && <p className="text-ink-3 text-sm">{connections.sandboxHint}</p>}
        {connect.error && <ProblemBanner error={connect.error} title={connections.notConnected(provider.name)} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={connect.isPending}>
            {connections.connect}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
