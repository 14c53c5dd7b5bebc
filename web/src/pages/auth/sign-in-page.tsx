import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { AuthFrame } from './auth-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { auth } = useMessages()
  const { next } = useSearch({ from: '/auth/sign-in' })
  const router = useRouter()
  return (
    <AuthFrame
      title={auth.signInTitle}
      below={
        <>
          {auth.noAccount}{' '}
          <Link to="/auth/sign-up" className="text-brand underline underline-offset-4">
            {auth.signUp}
          </Link>
        </>
      }
    >
      <SignInForm onDone={() => router.history.push(next ?? '/')} />
    </AuthFrame>
  )
}
