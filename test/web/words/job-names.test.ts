import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cronsOf } from '#app/jobs/crons.ts'
import { jobs } from '#app/jobs/jobs.ts'
import { templates } from '#modules/mail/templates.ts'
import { crons } from '#web/i18n/en/admin/crons.ts'
import { mails } from '#web/i18n/en/admin/mails.ts'
import { queue } from '#web/i18n/en/admin/queue.ts'
import { nameOfJob } from '#web/pages/admin/queue/name-of-job.ts'

test('each job and each schedule has a name in words, and no name is for a job that does not exist', () => {
  const named = jobs.map(({ name }) => nameOfJob(name, { crons, queue }))
  assert.deepEqual(
    named.filter((name) => /^[a-z-]+\.[a-z-]+$/.test(name)),
    [],
  )
  const names: readonly string[] = jobs.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(queue.jobNames).filter((name) => !names.includes(name)),
    [],
  )
  const schedules = cronsOf({ backup: null }).map(({ name }) => name)
  assert.deepEqual(
    schedules.filter((name) => !(name in crons.names)),
    [],
  )
})

test('each email has a name in words, and no name is for an email that does not exist', () => {
  assert.deepEqual(Object.keys(mails.names).toSorted(), Object.keys(templates).toSorted())
})
