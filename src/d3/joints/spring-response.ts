/** Springs as kicks: the same in two and three dimensions. */

export { response, setResponse } from '../../common/joints/spring-response.ts'
