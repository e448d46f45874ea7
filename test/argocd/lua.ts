import { createRequire } from 'node:module';
import { isJsonArray, isJsonObject, type JsonValue } from '../../documents/json.ts';

/** The part of fengari, a Lua written in JavaScript, that runs a script. It comes without types. */
interface Fengari {
  readonly lua: {
    readonly lua_pop: (state: unknown, count: number) => void;
    readonly lua_tojsstring: (state: unknown, index: number) => string;
  };
  readonly lauxlib: {
    readonly luaL_newstate: () => unknown;
    readonly luaL_dostring: (state: unknown, script: Uint8Array) => number;
  };
  readonly lualib: { readonly luaL_openlibs: (state: unknown) => void };
  readonly to_luastring: (text: string) => Uint8Array;
}

const { lua, lauxlib, lualib, to_luastring } = createRequire(import.meta.url)('fengari') as Fengari;

export interface Health {
  readonly status: string;
  readonly message: string;
}

/** Runs a health script as Argo CD does: `obj` is the live object, the answer a table with status and message. */
export function runHealthScript(script: string, obj: JsonValue): Health {
  const state = lauxlib.luaL_newstate();
  lualib.luaL_openlibs(state);
  const text = `local function health(obj)\n${script}\nend\nlocal hs = health(${luaValue(obj)})\nreturn hs.status, hs.message`;
  if (lauxlib.luaL_dostring(state, to_luastring(text)) !== 0) throw new Error(lua.lua_tojsstring(state, -1));
  return { status: lua.lua_tojsstring(state, -2), message: lua.lua_tojsstring(state, -1) };
}

function luaValue(value: JsonValue): string {
  if (value === null) return 'nil';
  if (isJsonArray(value)) return `{${value.map(luaValue).join(', ')}}`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `[${JSON.stringify(key)}] = ${luaValue(member)}`)
    .join(', ')}}`;
}
