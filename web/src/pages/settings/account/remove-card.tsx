import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { forgetSession, signIn } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Me } from '../use-brand.ts'

/** Deletes the account after its email address and password have been typed: an unlocked screen is not enough. */
export function RemoveCard({ me, email }: { readonly me: Me; readonly email: string }) {
  const { account, shell } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: async (form: FormData) => {
      const code = String(form.get('totp') ?? '').trim()
      const password = String(form.get('password'))
      await signIn({ email, password, ...(code ? { totp: code } : {}) })
      await api.deleteMe()
    },
    onSuccess: async () => {
      forgetSession()
      queries.clear()
      await navigate({ to: '/auth/sign-in' })
    },
  })
  return (
    <>
      <Card
        title={account.remove.title}
        lead={account.remove.lead}
        actions={
          <Button variant="danger" onClick={() => setOpen(true)}>
            {account.remove.open}
          </Button>
        }
      />
      {isOpen && (
        <Dialog title={account.remove.ask} lead={account.remove.askLead} onClose={() => setOpen(false)}>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              remove.mutate(new FormData(event.currentTarget))
            }}
          >
            <Field
              label={account.remove.type(email)}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Field
              label={account.remove.password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
            {me.mfaEnabled && <Field label={account.remove.code} name="totp" autoComplete="one-time-code" required />}
            {remove.error && <ProblemBanner error={remove.error} />}
            <DialogActions>
              <Button variant="quiet" onClick={() => setOpen(false)}>
                {shell.cancel}
              </Button>
              <Button
                type="submit"
                variant="danger"
                disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
                isBusy={remove.isPending}
              >
                {account.remove.confirm}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </>
  )
}
