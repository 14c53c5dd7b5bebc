import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoopShare } from './loop-share.ts'

function createShare() {
  const clock = { nowMs: 0, busyMs: 0 }
  const share = createLoopShare(
    () => clock.nowMs,
    () => clock.busyMs,
  )
  return {
    ...share,
    wait(ms: number) {
      clock.nowMs += ms
    },
    /** Keeps the loop busy for this long. */
    work(ms: number) {
      clock.nowMs += ms
      clock.busyMs += ms
    },
  }
}

test('a client whose requests take most of the loop is over its share, whatever their size; another is not', () => {
  const share = createShare()
  for (let nth = 0; nth < 400; nth++) {
    const end = share.enter('greedy')
    share.work(8)
    end()
  }
  assert.equal(share.isOver('modest'), false)
  assert.equal(share.isOver('greedy'), true)
  share.wait(3_000)
  assert.equal(share.isOver('greedy'), false)
})

test('loop time is split only among the requests running at that time', () => {
  const share = createShare()
  share.isOver('modest')
  share.work(60_000)
  const ends = Array.from({ length: 32 }, () => share.enter('greedy'))
  const endOfModest = share.enter('modest')
  share.work(2_600)
  endOfModest()
  for (const end of ends) end()
  assert.deepEqual([share.isOver('modest'), share.isOver('greedy')], [false, true])
})

test('a single client may use the entire loop', () => {
  const share = createShare()
  assert.equal(share.isOver('modest'), false)
  share.wait(11_000)
  const end = share.enter('greedy')
  share.work(5_000)
  end()
  end()
  assert.equal(share.isOver('greedy'), false)
  assert.equal(share.isOver('modest'), false)
  assert.equal(share.isOver('greedy'), true)
})
