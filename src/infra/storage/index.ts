export { createLiveStorage, createStorage } from './create-storage.ts'
export { diskFault } from './disk.ts'
export { createScratch, type Scratch } from './scratch.ts'
export { type Range, type Storage, StorageAway, StorageMissing } from './storage.ts'
