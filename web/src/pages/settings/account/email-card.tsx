import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Me } from '../use-brand.ts'

/** Confirms or changes the email address. An email to the address has a token, which is pasted here. */
export function EmailCard({ me }: { readonly me: Me }) {
  const { settings, shell } = useMessages()
  const queries = useQueryClient()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: (newEmail: string | null) => {
      if (newEmail === null) return api.sendVerification()
      return me.emailVerified ? api.changeEmail({ newEmail }) : api.changeEmailUnverified({ newEmail })
    },
    onSuccess: (mail) => setSentTo(mail.sentTo),
  })
  const confirm = useMutation({
    mutationFn: (token: string) => api.verifyEmail({ token }),
    onSuccess: async () => {
      setSentTo(null)
      await queries.invalidateQueries({ queryKey: ['me'] })
    },
  })
  const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()
  const error = confirm.error ?? send.error
  const email = me.email ?? ''
  return (
    <FormCard
      title={settings.email.title}
      lead={me.emailVerified && settings.email.isConfirmed(email)}
      onSave={(form) => (sentTo === null ? send.mutate(text(form, 'newEmail')) : confirm.mutate(text(form, 'token')))}
      actions={
        sentTo === null ? (
          <Button type="submit" variant="primary" isBusy={send.isPending}>
            {settings.email.send}
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={() => setSentTo(null)}>
              {shell.cancel}
            </Button>
            <Button type="submit" variant="primary" isBusy={confirm.isPending}>
              {settings.email.confirm}
            </Button>
          </>
        )
      }
    >
      {!me.emailVerified && me.email && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-sunken px-3 py-2">
          <p className="min-w-0 break-words">{settings.email.isNotConfirmed(email)}</p>
          {sentTo === null && (
            <Button isSmall isBusy={send.isPending} onClick={() => send.mutate(null)}>
              {settings.email.sendAgain}
            </Button>
          )}
        </div>
      )}
      {sentTo === null ? (
        <Field
          key="new"
          label={settings.email.next}
          name="newEmail"
          type="email"
          required
          error={faultOf(send.error, '/newEmail')}
        />
      ) : (
        <Field
          key="token"
          label={settings.email.token}
          name="token"
          autoComplete="off"
          required
          autoFocus
          hint={settings.email.sent(sentTo)}
        />
      )}
      {error && <ProblemBanner error={error} />}
    </FormCard>
  )
}
