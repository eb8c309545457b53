import { createServer } from 'node:http';

/** Answers every call as the bot API of MAX answers a message that it took. */
let messages = 0;
createServer((req, res) => {
  req.resume();
  req.once('end', () => {
    messages += 1;
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(`{"message":{"timestamp":1,"body":{"mid":"mid.${messages}","text":"a post"}}}`);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
