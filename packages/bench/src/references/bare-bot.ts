import { createServer } from 'node:http';

/** Answers every call as the Bot API answers a message that it took. */
let messages = 0;
createServer((req, res) => {
  req.resume();
  req.once('end', () => {
    messages += 1;
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(`{"ok":true,"result":{"message_id":${messages},"date":1}}`);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
