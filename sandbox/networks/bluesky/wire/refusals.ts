import { type Answer, Refused } from '../../../core/http/request.ts'

export const errorAnswer = (status: number, error: string, message: string): Answer => ({
  status,
  body: { error, message },
})

/** Rejects in the protocol's own form: a name for programs, a sentence for people. */
export function no(status: number, error: string, message: string): never {
  throw new Refused(errorAnswer(status, error, message))
}

export const invalid = (message: string): never => no(400, 'InvalidRequest', message)
