import { get } from 'node:http';

/** What is asked of the load server, over connections that are nobody else's. */
export class LoadServer {
  constructor(port) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param query such as `go=1&rate=0` */
  async control(query) {
    await this.#get(`/_ctl?${query}`);
  }

  async stats() {
    return JSON.parse(await this.#get('/_stats'));
  }

  #get(path) {
    return new Promise((resolve, reject) => {
      get(this.url + path, { agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(text)).on('error', reject);
      }).on('error', reject);
    });
  }
}
