import type { Item, Result } from '@posthorn/sdk'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { api } from '#web/app/api.ts'
import { currentLanguage, type Messages } from '#web/i18n/index.ts'

export type Template = Item<'listEmailTemplates', 'templates'>
export type Parts = Pick<Template, 'subject' | 'text' | 'html'>

const key = ['admin-mails']

export const useMails = () => useQuery({ queryKey: key, queryFn: () => api.listEmailTemplates() })

type MailName = keyof Messages['admin']['mails']['names']

const isKnown = (name: string, { admin }: Messages): name is MailName => Object.hasOwn(admin.mails.names, name)

/** Describes when an email is sent. One that is newer than this page shows its name. */
export const nameOfMail = (name: string, messages: Messages): string =>
  isKnown(name, messages) ? messages.admin.mails.names[name] : name

/** Saves a template. */
export function useSaveMail(name: string) {
  const show = useShow()
  return useMutation({ mutationFn: (parts: Parts) => api.saveEmailTemplate({ name, ...parts }), onSuccess: show })
}

/** Restores the built-in template. */
export function useResetMail(name: string) {
  const show = useShow()
  return useMutation({ mutationFn: () => api.resetEmailTemplate({ name }), onSuccess: show })
}

/** Updates the list with a template from a response. */
function useShow() {
  const queries = useQueryClient()
  return (template: Template) =>
    queries.setQueryData<Result<'listEmailTemplates'>>(
      key,
      (list) =>
        list && {
          ...list,
          templates: list.templates.map((one) => (one.name === template.name ? template : one)),
        },
    )
}

/** Fetches the email with sample data while it is edited. */
export function useMailPreview(name: string, parts: Parts) {
  const wanted = useDeferredValue(parts)
  return useQuery({
    queryKey: [...key, 'preview', name, wanted],
    queryFn: wanted.subject === '' ? skipToken : () => api.previewEmailTemplate({ name, ...wanted }),
    retry: false,
  })
}

interface Words {
  readonly parts: Parts
  /** Undefined for an administrator's text, which may be in any language. */
  readonly language: string | undefined
}

/** Returns the text of an email: an administrator's, or the built-in one in the language of the page. */
export function readWords({ subject, text, html, isChanged, translations }: Template): Words {
  const own = { subject, text, html }
  if (isChanged) return { parts: own, language: undefined }
  const language = currentLanguage()
  const translated = translations[language]
  return translated ? { parts: translated, language } : { parts: own, language: 'en' }
}
