import { makeStore, type Store } from '../store.ts'
import { browserStore } from './storage.ts'

const key = 'posthorn.single-keys'
const off = 'off'
const store = makeStore(browserStore.read(key) !== off)

/** True if single keys are shortcuts. The choice belongs to this browser, like its keyboard. */
export const singleKeys: Store<boolean> = {
  ...store,
  write: (isOn) => {
    if (isOn) browserStore.remove(key)
    else browserStore.write(key, off)
    store.write(isOn)
  },
}
