import { beforeEach } from 'vitest';
import { describeSessionStore } from './store.suite.ts';
import { memorySessionStore, type SessionStore } from './store.ts';

let store: SessionStore;
beforeEach(() => {
  store = memorySessionStore();
});

describeSessionStore('memorySessionStore', () => store);
