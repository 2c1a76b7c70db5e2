/* The slot by engines of Node, as a process that obeys the commands of main.c. Its argument: the templates. */
"use strict";

const fs = require("fs");
const readline = require("readline");

const work = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

function shapes() {
    const sets = work.sets;
    const handlebars = require("handlebars").compile(work.triple_braces, { noEscape: true });
    const mustache = require("mustache");
    const { Eta } = require("eta");
    const eta = new Eta({ autoEscape: false, autoTrim: false, rmWhitespace: false });
    const compiled = eta.compile(work.eta);

    mustache.parse(work.triple_braces);
    return {
        "slot/handlebars": (number) => handlebars(sets[number % sets.length]),
        "slot/mustache": (number) => mustache.render(work.triple_braces, sets[number % sets.length]),
        "slot/eta": (number) => compiled.call(eta, sets[number % sets.length]),
    };
}

/* The texts are kept from being optimized away, and are made flat, as sending them would. */
function nanoseconds(render, count) {
    let seen = 0;
    const begin = process.cpuUsage();

    for (let number = 0; number < count; number++)
        seen += render(number).charCodeAt(100);
    const spent = process.cpuUsage(begin);
    if (Number.isNaN(seen))
        throw new Error("an engine rendered less than it should");
    return (spent.user + spent.system) * 1000;
}

function texts(render) {
    return Buffer.concat(work.sets.flatMap((_, number) => {
        const text = Buffer.from(render(number), "utf8");
        return [Buffer.from(`${text.length}\n`), text];
    }));
}

const known = shapes();

readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const [verb, name, count] = line.split(" ");

    if (verb === "names")
        process.stdout.write([...Object.keys(known), "", ""].join("\n"));
    else if (verb === "show")
        process.stdout.write(texts(known[name]));
    else if (verb === "time")
        process.stdout.write(`${nanoseconds(known[name], Number(count))}\n`);
});
