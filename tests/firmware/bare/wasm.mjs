// Runs a module that was built with wasm.c: node wasm.mjs MODULE
import { readFileSync } from "node:fs";

const said = [];
const board = {
    put: byte => { said.push(byte & 0xFF); },
    end: status => { finish(status); }
};

function finish(status) {
    process.stdout.write(Buffer.from(said), () => process.exit(status));
}

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { board });
finish(instance.exports.run());
